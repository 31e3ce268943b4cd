/*
 * JSON for reading: unlike what `JSON.parse` gives, numbers have all their digits, a name that stands twice is there twice, and
 * `__proto__` is a name like any other.
 */
import { parseTree, type Node, type ParseError } from 'jsonc-parser';

export interface JsonText {
  readonly type: 'string';
  readonly value: string;
}

/** A number with its digits as written, true, false or null. */
export interface JsonLiteral {
  readonly type: 'number' | 'boolean' | 'null';
  readonly text: string;
}

export interface JsonMember {
  /** In arrays the place, from 0. */
  readonly name: string;
  readonly value: JsonValue;
  /** The same name stands before it. */
  readonly again?: true;
}

export interface JsonGroup {
  readonly type: 'object' | 'array';
  readonly members: readonly JsonMember[];
  /** How many values are in it, at any depth. */
  readonly size: number;
  /** How many groups are in each other, at most; 1 if none is in it. */
  readonly depth: number;
}

export type JsonValue = JsonText | JsonLiteral | JsonGroup;

/** Whether a value holds others. */
export function isGroup(value: JsonValue): value is JsonGroup {
  return value.type === 'object' || value.type === 'array';
}

/** Reads a JSON text; null if it is none. Linear in its length. */
export function readJson(text: string): JsonValue | null {
  const errors: ParseError[] = [];
  try {
    const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
    return root && errors.length === 0 ? valueOf(root, text) : null;
  } catch (error) {
    // Nested by the ten thousand: it is shown as it came.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function valueOf(node: Node, text: string): JsonValue {
  const { type, children = [] } = node;
  switch (type) {
    case 'array':
      return group(
        'array',
        children.map((child, at) => ({ name: String(at), value: valueOf(child, text) })),
      );
    case 'object': {
      const seen = new Set<string>();
      const members = children.map((property): JsonMember => {
        const [key, child] = property.children ?? [];
        const name = String(key?.value ?? '');
        const again = seen.has(name) ? ({ again: true } as const) : {};
        seen.add(name);
        return { name, value: child ? valueOf(child, text) : { type: 'null', text: 'null' }, ...again };
      });
      return group('object', members);
    }
    case 'string':
      return { type, value: String(node.value) };
    case 'number':
    case 'boolean':
      return { type, text: text.slice(node.offset, node.offset + node.length) };
    default:
      return { type: 'null', text: 'null' };
  }
}

function group(type: JsonGroup['type'], members: readonly JsonMember[]): JsonGroup {
  let size = members.length;
  let depth = 0;
  for (const { value } of members) {
    if (!isGroup(value)) continue;
    size += value.size;
    depth = Math.max(depth, value.depth);
  }
  return { type, members, size, depth: depth + 1 };
}

/** A value as indented JSON text, as `JSON.stringify(value, null, 2)` writes it, with numbers as they were written. */
export function jsonText(value: JsonValue, indent = ''): string {
  if (value.type === 'string') return JSON.stringify(value.value);
  if (!isGroup(value)) return value.text;
  const [open, close] = value.type === 'object' ? ['{', '}'] : ['[', ']'];
  if (value.members.length === 0) return open + close;
  const inner = `${indent}  `;
  const lines = value.members.map(
    (member) =>
      inner + (value.type === 'object' ? `${JSON.stringify(member.name)}: ` : '') + jsonText(member.value, inner),
  );
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

/** The same on one line: deep nesting would be indented out of sight. */
export function compactJson(value: JsonValue): string {
  if (value.type === 'string') return JSON.stringify(value.value);
  if (!isGroup(value)) return value.text;
  const isObject = value.type === 'object';
  const parts = value.members.map((one) => (isObject ? `${JSON.stringify(one.name)}: ` : '') + compactJson(one.value));
  return isObject ? `{ ${parts.join(', ')} }` : `[${parts.join(', ')}]`;
}
