/** The least contrast of text to what it stands on: WCAG 2, level AA, and a little for rounding. */
const enough = 4.6;

const names = ['k', 's', 'b', 'f', 'c'] as const;
/** How much of the theme's colour, from all of it down. */
const parts = [1, 0.8, 0.6, 0.4] as const;
const sides = { add: 'dl add', rem: 'dl rem' } as const;

let watching = false;

/**
 * Colours of code for the tints of changed lines: those of the theme where they can be read there, else nearer to the foreground.
 * Themes know nothing of the two meeting.
 */
export function tellContrast(): void {
  measure();
  if (watching) return;
  watching = true;
  // VS Code puts the variables of another theme on the root, and its kind on the body.
  const observer = new MutationObserver(measure);
  observer.observe(document.documentElement, { attributeFilter: ['style', 'class'] });
  observer.observe(document.body, { attributeFilter: ['class', 'data-vscode-theme-id'] });
}

function measure(): void {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!canvas) return;
  const probe = document.createElement('div');
  probe.className = 'probe';
  document.body.append(probe);
  const styleOf = (tag: string, name: string): CSSStyleDeclaration => {
    const element = probe.appendChild(document.createElement(tag));
    element.className = name;
    return getComputedStyle(element);
  };
  const { backgroundColor: ground, color: foreground } = getComputedStyle(document.body);
  for (const [side, line] of Object.entries(sides)) {
    const tint = styleOf('div', line).backgroundColor;
    const below = luminance(canvas, [[ground], [tint]]);
    for (const name of names) {
      const { color } = styleOf('span', `hl-${name}`);
      const part = parts.find(
        (share) => contrast(below, luminance(canvas, [[ground], [foreground], [color, share]])) >= enough,
      );
      const property = `--cs-${side}-${name}`;
      if (part === undefined) document.body.style.removeProperty(property);
      else document.body.style.setProperty(property, `color-mix(in srgb, ${color} ${part * 100}%, ${foreground})`);
    }
  }
  probe.remove();
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Colours come in many notations, some see-through: the canvas knows them all. @param layers from the lowest, with how much of each */
function luminance(
  canvas: CanvasRenderingContext2D,
  layers: readonly (readonly [colour: string, share?: number])[],
): number {
  for (const [colour, share = 1] of layers) {
    canvas.globalAlpha = share;
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
