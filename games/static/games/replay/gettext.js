/** Django's catalogue of texts, which the page loads before any module (docs/admin.md). */

export const { gettext, ngettext, interpolate } = globalThis.django;

/** A text with its values put in by name. */
export function put(text, values) {
  return interpolate(text, values, true);
}
