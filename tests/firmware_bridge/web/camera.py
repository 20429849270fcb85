"""What a phone's camera makes of what a screen shows: a decoder that shares nothing with our encoder."""

from __future__ import annotations

from base64 import b64decode, b64encode

import zxingcpp
from playwright.sync_api import Page

# The browser turns the picture into brightness, one byte for each pixel; no library is needed for it.
BRIGHTNESS = """async (png) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const { width, height } = picture;
  const paper = new OffscreenCanvas(width, height).getContext("2d");
  paper.drawImage(picture, 0, 0);
  const { data } = paper.getImageData(0, 0, width, height);
  let grey = "";
  for (let at = 0; at < data.length; at += 4) {
    grey += String.fromCharCode((data[at] * 3 + data[at + 1] * 6 + data[at + 2]) / 10);
  }
  return [width, height, btoa(grey)];
}"""


def scanned(page: Page) -> list[str]:
    """The texts of all codes that can be seen in the window now."""
    seen = b64encode(page.screenshot()).decode()
    # In a window of its own: our page's policy lets nothing of this in.
    darkroom = page.context.new_page()
    width, height, grey = darkroom.evaluate(BRIGHTNESS, seen)
    darkroom.close()
    picture = memoryview(b64decode(grey)).cast("B", (height, width))
    return [found.text for found in zxingcpp.read_barcodes(picture)]
