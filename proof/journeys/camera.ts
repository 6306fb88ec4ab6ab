/** Keeps pictures: those that the documentation shows of a journey, and where wanted one of each step. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { Journey } from './journey.ts'
import type { Camera } from './person.ts'
import { small } from './small-picture.ts'

export interface Shot {
  /** The name below docs/pictures/journeys/. */
  file: string
  caption: string
}

export interface Album {
  add(picture: Buffer, caption: string): void
  /** Writes the pictures in place of those of before. */
  keep(): Shot[]
}

const folder = fileURLToPath(new URL('../../docs/pictures/journeys', import.meta.url))

export function albumOf({ name }: Pick<Journey, 'name'>): Album {
  const taken: { picture: Buffer; shot: Shot }[] = []
  return {
    add(picture, caption) {
      taken.push({ picture, shot: { file: `${name}-${taken.length + 1}.png`, caption } })
    },
    keep() {
      mkdirSync(folder, { recursive: true })
      for (const { picture, shot } of taken) writeFileSync(join(folder, shot.file), small(picture))
      return taken.map(({ shot }) => shot)
    },
  }
}

export function cameraFor({ album, steps }: { album?: Album; steps?: string }): Camera {
  let count = 0
  if (steps !== undefined) {
    rmSync(steps, { recursive: true, force: true })
    mkdirSync(steps, { recursive: true })
  }
  const pictureOf = (page: Page) => page.screenshot({ animations: 'disabled' })
  return {
    async step(page, words) {
      if (steps === undefined) return
      const name = `${String(++count).padStart(2, '0')} ${words.replaceAll(/[^\p{L}\p{N} ]/gu, '').slice(0, 40)}.png`
      writeFileSync(join(steps, name), await pictureOf(page))
    },
    async show(page, caption) {
      album?.add(await pictureOf(page), caption)
      if (steps !== undefined) await this.step(page, `shown ${caption}`)
    },
  }
}
