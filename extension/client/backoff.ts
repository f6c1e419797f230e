/** Decides how long to wait before a crashed server is started again, and when to give up. */
export class Backoff {
  private readonly crashes: number[] = [];

  constructor(
    private readonly limit = 5,
    private readonly window = 3 * 60_000,
    private readonly first = 500,
  ) {}

  /** Milliseconds to wait after a crash at `now`, or undefined when there were too many in a short time. */
  next(now: number): number | undefined {
    while (this.crashes.length > 0 && now - (this.crashes[0] ?? 0) > this.window) {
      this.crashes.shift();
    }
    this.crashes.push(now);
    return this.crashes.length > this.limit ? undefined : this.first * 2 ** (this.crashes.length - 1);
  }
}
