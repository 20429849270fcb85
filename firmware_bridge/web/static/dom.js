// Making elements. Styles go through classes and the style object: the page's policy allows no
// style written in mark-up.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

export const el = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

export const byId = (id) => document.getElementById(id);

const known = (node) => [node.tagName, node.id, node.classList[0], JSON.stringify(node.dataset)].join();

// Other children for a node; who had the keyboard has it again if he is still there.
export function redraw(node, ...children) {
  const active = node.contains(document.activeElement) ? known(document.activeElement) : null;
  node.replaceChildren(...children.filter((child) => child !== null));
  if (active)
    [...node.querySelectorAll("button, select, input")]
      .find((one) => known(one) === active)
      ?.focus({ preventScroll: true });
}
