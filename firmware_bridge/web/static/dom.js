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
  const wanted = children.filter((child) => child !== null);
  const had = [...node.childNodes];
  // What looks as it did stays, with what it does when it is pressed: laying out what nobody sees change costs
  // a phone frames. What a press means must therefore be written on a button, or looked up when it comes.
  wanted.forEach((child, n) => {
    if (n >= had.length) node.append(child);
    else if (child !== had[n] && !(child instanceof Node && child.isEqualNode(had[n])))
      had[n].replaceWith(child);
  });
  had.slice(wanted.length).forEach((child) => wanted.includes(child) || child.remove());
  if (active)
    [...node.querySelectorAll("button, select, input")]
      .find((one) => known(one) === active)
      ?.focus({ preventScroll: true });
}

// The children of a node by key: what is new is drawn, what is gone goes, and the rest is left alone, so
// that a phone draws one piece and not the whole board.
export class Keyed {
  constructor(node) {
    this.node = node;
    this.kept = new Map(); // by key: what kind of child, and the child
  }

  // In order: the key of each, its kind (another kind is another child), and how to draw it. Whether anything
  // was new or is gone.
  show(wanted) {
    let changed = false;
    const kinds = new Map(wanted.map(([key, kind]) => [key, kind]));
    for (const [key, [kind, child]] of this.kept) {
      if (kinds.get(key) === kind) continue;
      child.remove();
      this.kept.delete(key);
      changed = true;
    }
    let next = this.node.firstChild;
    for (const [key, kind, draw] of wanted) {
      changed ||= !this.kept.has(key);
      const child = this.kept.get(key)?.[1] ?? draw();
      this.kept.set(key, [kind, child]);
      if (child === next) next = next.nextSibling;
      else this.node.insertBefore(child, next);
    }
    return changed;
  }
}
