/** A network of its own for a server, which can be cut off from everyone else, as when a cable is pulled. */
import { execFileSync } from 'node:child_process'

const run = (...args: string[]): void => void execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })

export class OwnNetwork implements Disposable {
  readonly #name = `proof${process.pid % 10_000}`
  readonly #subnet = `10.231.${process.pid % 250}`

  /** Requires root. */
  constructor() {
    const [outer, inner] = [this.#outer, `${this.#name}i`]
    run('netns', 'add', this.#name)
    run('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner, 'netns', this.#name)
    run('addr', 'add', `${this.#subnet}.1/24`, 'dev', outer)
    run('link', 'set', outer, 'up')
    this.#inside('addr', 'add', `${this.host}/24`, 'dev', inner)
    this.#inside('link', 'set', inner, 'up')
    this.#inside('link', 'set', 'lo', 'up')
  }

  get #outer(): string {
    return `${this.#name}o`
  }

  /** The address of the server. */
  get host(): string {
    return `${this.#subnet}.2`
  }

  /** What starts a program in it. */
  get through(): readonly string[] {
    return ['ip', 'netns', 'exec', this.#name]
  }

  #inside(...args: string[]): void {
    run('netns', 'exec', this.#name, 'ip', ...args)
  }

  /** Nothing of what is sent arrives, and nobody is told. */
  cut(): void {
    this.#inside('link', 'set', `${this.#name}i`, 'down')
  }

  mend(): void {
    this.#inside('link', 'set', `${this.#name}i`, 'up')
  }

  [Symbol.dispose](): void {
    run('link', 'del', this.#outer)
    run('netns', 'del', this.#name)
  }
}
