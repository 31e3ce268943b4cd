/*
 * Paths are untrusted, and rows are looked up by the file around them: in an attribute a path has only characters with ink.
 */

/** A path as it stands in `data-file`. */
export function attributeOf(path: string): string {
  return path.replace(/[^ -~]|%/g, (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export function pathOf(attribute: string): string {
  return attribute.replace(/%([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** What finds the section of a file. */
export function selectorOf(path: string): string {
  return `[data-file="${CSS.escape(attributeOf(path))}"]`;
}
