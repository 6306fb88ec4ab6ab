/** Reads and writes the frames of the runner on its pipe to the host. */
import { Socket } from 'node:net'
import { encodeFrame, FrameReader, writeGathered, writeTogether } from '../frames.ts'
import { checkedFrame, type HostFrame, hostFrames, type RunnerFrame } from '../protocol.ts'

/** The descriptor of the pipe from the host; 0 to 2 are the plugin's own. */
const pipeDescriptor = 3

export interface HostPipeEvents {
  onFrame(frame: HostFrame): void
  onLost(): void
}

export class HostPipe {
  readonly #socket = new Socket({ fd: pipeDescriptor, readable: true, writable: true })
  readonly #frames = new FrameReader()

  constructor({ onFrame, onLost }: HostPipeEvents) {
    this.#socket.on('data', (chunk: Buffer) => {
      for (const value of this.#frames.push(chunk)) {
        const frame = checkedFrame(hostFrames, value)
        if (frame !== undefined) onFrame(frame)
      }
    })
    this.#socket.on('error', () => this.#socket.destroy())
    this.#socket.on('close', onLost)
  }

  /** Returns whether the frame was small enough to be sent. */
  send(frame: RunnerFrame): boolean {
    const bytes = encodeFrame(frame)
    if (bytes === undefined) return false
    writeTogether(this.#socket, bytes)
    return true
  }

  /** Calls back once everything sent before is handed over. */
  end(done: () => void): void {
    writeGathered(this.#socket)
    if (this.#socket.writable) this.#socket.end(done)
    else done()
  }
}
