/** Gives a server a file system of its own, in a file: it can be filled, and copied as a power cut would leave it. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const run = (program: string, ...args: string[]): void =>
  void execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })

export class FileMount implements Disposable {
  readonly folder: string
  readonly #image: string
  readonly #work: string

  private constructor(work: string) {
    this.#work = work
    this.#image = join(work, 'image')
    this.folder = join(work, 'mounted')
    mkdirSync(this.folder)
  }

  /** Requires root. */
  static make(sizeMb: number): FileMount {
    const mount = new FileMount(mkdtempSync(join(tmpdir(), 'proof-mount-')))
    run('truncate', '-s', `${sizeMb}M`, mount.#image)
    run('mkfs.ext4', '-q', '-O', '^has_journal', mount.#image)
    mount.#mount()
    return mount
  }

  /** Returns the mount as it would be if the power failed at this moment, with only what had been written through. */
  asAfterPowerCut(): FileMount {
    const cut = new FileMount(mkdtempSync(join(tmpdir(), 'proof-mount-')))
    copyFileSync(this.#image, cut.#image)
    try {
      execFileSync('fsck.ext4', ['-y', cut.#image], { stdio: 'ignore' })
    } catch {
      // It tells by its exit code that it has repaired something.
    }
    cut.#mount()
    return cut
  }

  #mount(): void {
    run('mount', '-o', 'loop', this.#image, this.folder)
  }

  [Symbol.dispose](): void {
    run('umount', '--lazy', this.folder)
    rmSync(this.#work, { recursive: true, force: true })
  }
}
