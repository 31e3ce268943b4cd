/** What the host of the page fills in. `cspSource` is where scripts, styles and the icon font come from. */
export interface ReviewHtmlInput {
  readonly scriptUri: string;
  readonly styleUri: string;
  readonly cspSource: string;
  /** Fresh for each document. */
  readonly nonce: string;
  /** The language of the words on the page, for `lang`. */
  readonly language: string;
  readonly title: string;
}

/**
 * The document of the review page. Everything not named in the policy is refused: no inline script or style, no
 * connection, no frame, no image but the workspace's. `cspSource` stands beside the nonce because chunks that the script loads later carry no nonce.
 */
export function reviewHtml(input: ReviewHtmlInput): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${input.nonce}' ${input.cspSource}`,
    `style-src ${input.cspSource}`,
    `font-src ${input.cspSource}`,
    // Images of the workspace in plans; the host says which folders count.
    `img-src ${input.cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escape(input.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escape(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(input.title)}</title>
<link rel="stylesheet" href="${escape(input.styleUri)}">
</head>
<body>
<div id="root"></div>
<script type="module" nonce="${escape(input.nonce)}" src="${escape(input.scriptUri)}"></script>
</body>
</html>
`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
