/** The text with the user's home folder written as `~`, wherever a path starts with it. */
export function shortened(text: string, home: string): string {
  if (home === '' || home === '/') return text;
  const start = home.replace(/[/\\]+$/, '').replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return text.replace(new RegExp(`${start}(?=$|[/\\\\\\s'"\`:;,)\\]])`, 'g'), '~');
}
