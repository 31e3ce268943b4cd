/** Something that must be ended. */
export interface Disposable {
  dispose(): void;
}

/** Owns disposables and ends them together, the youngest first. */
export class DisposableStore implements Disposable {
  private readonly owned: Disposable[] = [];
  private disposed = false;

  /** Takes it over; when the store has ended already, it is ended at once. */
  add<T extends Disposable>(one: T): T {
    if (this.disposed) one.dispose();
    else this.owned.push(one);
    return one;
  }

  dispose(): void {
    this.disposed = true;
    for (const one of this.owned.splice(0).reverse()) one.dispose();
  }
}

/** An event with typed listeners; a listener that throws does not keep the others from hearing. */
export class Emitter<T> {
  private readonly listeners = new Set<(value: T) => void>();

  /** Hears every value from now on, until disposed. */
  readonly event = (listener: (value: T) => void): Disposable => {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  };

  constructor(private readonly onError: (error: unknown) => void) {}

  fire(value: T): void {
    for (const listener of [...this.listeners]) {
      try {
        listener(value);
      } catch (error) {
        this.onError(error);
      }
    }
  }
}
