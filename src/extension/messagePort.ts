import type * as vscode from 'vscode';
import { FromPage } from '../protocol/page';
import type { ToPage } from '../protocol/page';
import type { Log } from '../window/log';

/** The typed ends of a webview's messages: what comes in is parsed, what goes out is typed. */
export class PagePort {
  constructor(
    private readonly webview: vscode.Webview,
    private readonly log: Log,
  ) {}

  post(message: ToPage): void {
    void this.webview.postMessage(message);
  }

  /** Hears what the page says; what is not a message of the protocol is logged and dropped. */
  onMessage(listener: (message: FromPage) => void): vscode.Disposable {
    return this.webview.onDidReceiveMessage((raw: unknown) => {
      const message = FromPage.safeParse(raw);
      if (message.success) listener(message.data);
      else this.log.warn('page: dropped a message that is not of the protocol');
    });
  }
}
