/** The runner's end of the pipe to the host. */
import { Socket } from 'node:net'
import { encodeFrame, FrameReader } from '../frames.ts'
import { checkedFrame, type HostFrame, hostFrames, type RunnerFrame } from '../protocol.ts'

/** The descriptor of the pipe from the host; 0 to 2 are the plugin's own. */
const pipeDescriptor = 3

export interface HostPipe {
  /** Returns whether the frame was small enough to be sent. */
  send(frame: RunnerFrame): boolean
  /** Calls back once everything sent before is handed over. */
  end(done: () => void): void
}

export interface HostPipeEvents {
  onFrame(frame: HostFrame): void
  onLost(): void
}

export function openHostPipe({ onFrame, onLost }: HostPipeEvents): HostPipe {
  const socket = new Socket({ fd: pipeDescriptor, readable: true, writable: true })
  const reader = new FrameReader()
  socket.on('data', (chunk: Buffer) => {
    for (const value of reader.push(chunk)) {
      const frame = checkedFrame(hostFrames, value)
      if (frame !== undefined) onFrame(frame)
    }
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', onLost)
  return {
    send(frame) {
      const bytes = encodeFrame(frame)
      if (bytes === undefined) return false
      if (socket.writable) socket.write(bytes)
      return true
    },
    end: (done) => {
      if (socket.writable) socket.end(done)
      else done()
    },
  }
}
