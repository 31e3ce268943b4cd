import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reviewHtml } from '../../src/core/reviewHtml';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type Theme = 'dark' | 'light' | 'highContrast';

export const themes: readonly Theme[] = ['dark', 'light', 'highContrast'];

/** What VS Code puts on the body in each theme. */
export const bodyClasses = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  highContrast: 'vscode-high-contrast',
} as const;

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
};

/** Serves the built page over loopback, under its real policy. */
export async function serveReview(): Promise<{ readonly server: Server; readonly origin: string }> {
  let origin = '';
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin);
    // A browser asks for it by itself; a webview does not.
    if (url.pathname === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    serve(url, origin).then(
      ({ type, body }) => response.writeHead(200, { 'content-type': type }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  origin = `http://127.0.0.1:${address.port}`;
  return { server, origin };
}

async function serve(url: URL, origin: string): Promise<{ type: string; body: string | Buffer }> {
  if (url.pathname === '/')
    return { type: 'text/html', body: html(themes.find((t) => t === url.searchParams.get('theme')) ?? 'dark', origin) };
  const name = url.pathname.slice(1);
  if (!/^[\w./-]+$/.test(name) || name.includes('..')) throw new Error('not served');
  const folder = name.startsWith('themes/') ? 'test/page' : 'dist/review';
  return { type: types[extname(name)] ?? 'text/plain', body: await readFile(join(root, folder, name)) };
}

/** The real document. The theme's variables and the class on the body are what VS Code adds at run time. */
function html(theme: Theme, origin: string): string {
  return reviewHtml({
    scriptUri: `${origin}/review.js`,
    styleUri: `${origin}/style.css`,
    cspSource: origin,
    nonce: 'harness',
    language: 'en',
    title: 'Review',
  })
    .replace('<link ', `<link rel="stylesheet" href="${origin}/themes/${theme}.css">\n<link `)
    .replace('<body>', `<body class="${bodyClasses[theme]}">`);
}
