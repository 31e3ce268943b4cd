import { createContext } from 'preact';

/** Asks VS Code to open a web address. */
export const OpenLinkContext = createContext<(url: string) => void>(() => undefined);
