// What all boards share in how they look. The look of a game comes with it from the server, as data.

export const PITCH = 40;

// A mark for each meaning of a light, drawn in a square of 20 by 20 around the origin. `at` is where
// in the cell it goes: in the middle, or in a corner beside the piece.
export const MARKS = {
  movable: { path: "M-5 2 0-3 5 2", at: "corner" },
  forced: { path: "M0-7V2M0 6V6.5", at: "corner" },
  target: { path: "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0", at: "middle" },
  capture: { path: "M-5-5 5 5M5-5-5 5", at: "corner" },
  zone: { path: "M-3-3 3 3", at: "corner", faint: true },
  forbidden: { path: "M-12-12 12 12M12-12-12 12", at: "middle", faint: true },
  huff: { path: "M-6-2C-3-6 0 2 3-2S6-2 7-3M-6 3C-3-1 0 7 3 3S6 3 7 2", at: "corner" },
  carry: { path: "M-7 3V-3H1V-7L7 0 1 7V3Z", at: "middle" },
  missing: { path: "M0-7V7M-7 0H7", at: "middle" },
  extra: { path: "M-7 0H7", at: "corner" },
  good: { path: "M-6 0-2 5 7-6", at: "middle" },
  doubtful: { path: "M-6 0Q-3-6 0 0T6 0", at: "middle" },
  ask: { path: "M-4-3A4 4 0 1 1 1 1Q0 2 0 4M0 7.5V8", at: "corner" },
  last: { path: "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0", at: "corner", faint: true },
  crown: { path: "M-6 4-6-4-2 0 0-5 2 0 6-4 6 4Z", at: "corner" },
  win: { path: "M0-7 2-2 7-2 3 1.5 4.5 7 0 3.5-4.5 7-3 1.5-7-2-2-2Z", at: "corner" },
  faulty: { path: "M-7 6 0-7 7 6ZM0-2V2M0 4V4.5", at: "corner", faint: true },
};
