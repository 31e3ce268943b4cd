import type { ComponentChildren, JSX } from 'preact';
import { visibleString } from '../../src/core/visibleText';
import { pathInCode, PathLink } from './plan/paths';
import { visible } from './text';
import { readHost } from './tool/hosts';

/** A link's target as a web address, or null if it is anything else. */
export function webAddress(href: string): URL | null {
  if (!/^https?:\/\//i.test(href)) return null;
  try {
    return new URL(href);
  } catch {
    return null;
  }
}

/**
 * A link. Its words can say anything, so where it goes stands beside them unless they are the target itself. Only web
 * addresses can be followed, and only by asking VS Code; all else is text.
 */
export function MarkdownLink(props: {
  href: string;
  title: string | null;
  words: string;
  openLink: (url: string) => void;
  children: ComponentChildren;
}): JSX.Element {
  const { href, openLink } = props;
  const url = webAddress(href);
  const title = props.title ? ` “${props.title}”` : '';
  const host = url ? readHost(href) : null;
  const odd = host?.warnings.join(' ') ?? '';
  // What reads like the target may lead elsewhere all the same.
  const says = odd === '' && (props.words === href || props.words === decoded(href));
  const target = says ? title.trim() : [(url ? url.host : href) + title, odd].filter(Boolean).join('. ');
  const beside = target !== '' && <span class="target"> ({visible(target, 'code')})</span>;
  if (!url) {
    const place = pathInCode(decoded(href).replace(/#L(\d+)(?:-L?\d+)?$/, ':$1'));
    const words = <span class="no-link">{props.children}</span>;
    return (
      <>
        {place ? <PathLink place={place}>{words}</PathLink> : words}
        {beside}
      </>
    );
  }
  const follow = (event: MouseEvent): void => {
    // Nobody else may follow it: neither the browser nor the host's own handling of links.
    event.preventDefault();
    event.stopPropagation();
    if (event.isTrusted && event.type === 'click') openLink(url.href);
  };
  return (
    <>
      <a href={url.href} title={visibleString(url.href)} draggable={false} onClick={follow} onAuxClick={follow}>
        {props.children}
      </a>
      {beside}
    </>
  );
}

function decoded(href: string): string {
  try {
    return decodeURI(href);
  } catch {
    return href;
  }
}
