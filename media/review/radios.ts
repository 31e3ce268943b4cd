/** In a group of radio buttons the arrows choose. */
export function chooseByArrows(event: KeyboardEvent): void {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const group = event.currentTarget;
  if (by === undefined || !(group instanceof Element)) return;
  const all = [...group.querySelectorAll('button')];
  const at = all.findIndex((one) => one === document.activeElement);
  const next = all[(at + by + all.length) % all.length];
  next?.focus();
  next?.click();
  event.preventDefault();
}
