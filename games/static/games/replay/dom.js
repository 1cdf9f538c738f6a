/** Elements of HTML and SVG, made in one expression. */

const SVG = "http://www.w3.org/2000/svg";

/** `element("li", { class: "seat", "aria-current": "step" }, "text", child)`; what is null or false is left out. */
export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(made, attributes, children) {
  setAttributes(made, attributes);
  made.append(...children.filter((child) => child !== null && child !== false));
  return made;
}

/** Attributes of an element: true is an empty one, null and false take it away. */
export function setAttributes(made, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) made.removeAttribute(name);
    else made.setAttribute(name, value === true ? "" : value);
  }
}

/** A symbol of the font that unfold brings; words beside it say what it means. */
export function symbol(name) {
  return element("span", { class: "material-symbols-outlined perudo-symbol", "aria-hidden": "true" }, name);
}
