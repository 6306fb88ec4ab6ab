/**
 * Somebody who has never seen the page: finds what they press by its name, only where it can be seen, counts each step,
 * and leaves a picture of it.
 */
import type { Locator, Page } from 'playwright-core'
import type { Settling } from '../../test/harness/settled.ts'
import { until } from '../../test/harness/until.ts'
import { patienceMs, type Way } from './way.ts'

type Role = Parameters<Page['getByRole']>[0]

/** A description of what a person looks for: a kind of thing and its text, within another if there are several. */
export interface Wanted {
  in?: Locator
}

/** Takes pictures of the page: of each step, and those that a journey shows. */
export interface Camera {
  step(page: Page, words: string): Promise<void>
  show(page: Page, caption: string): Promise<void>
}

interface Given extends Pick<Settling, 'settled'> {
  page: Page
  way: Way
  camera?: Camera
}

export class Person {
  readonly page: Page
  readonly way: Way
  /** The steps that were done. */
  readonly steps: string[] = []
  readonly #camera: Camera | undefined
  readonly #settled: () => Promise<void>

  constructor({ page, way, camera, settled }: Given) {
    this.page = page
    this.way = way
    this.#camera = camera
    this.#settled = settled
  }

  /** Presses a link, a button or whatever else bears this name. */
  async press(role: Role, name: string | RegExp, wanted: Wanted = {}): Promise<void> {
    const target = await this.#find(role, name, wanted)
    const words = await this.#wordsOf(target, name)
    await this.way.press(target)
    await this.#did(`Press **${words}**.`)
  }

  /** Types into a field. */
  async fill(
    label: string,
    text: string,
    { words = `“${text}”`, ...wanted }: Wanted & { words?: string } = {},
  ): Promise<void> {
    const target = await this.#seen((wanted.in ?? this.page).getByLabel(label, { exact: true }), label)
    await this.way.enter(target)
    await this.page.keyboard.type(text)
    await this.#did(`Type ${words} into **${label}**.`)
  }

  /** Presses Enter, Escape or a shortcut that the page names. */
  async key(key: string, words: string): Promise<void> {
    await this.#settled()
    await this.page.keyboard.press(key)
    await this.#did(words)
  }

  /** Chooses from a list that the system draws: there a press opens it, and another chooses. */
  async choose(label: string, option: string, wanted: Wanted = {}): Promise<void> {
    const target = await this.#seen((wanted.in ?? this.page).getByLabel(label, { exact: true }), label)
    if (this.way.name === 'keyboard') {
      await this.way.enter(target)
      await this.page.keyboard.type(option)
      await until(async () => (await chosenIn(target)) === option, { withinMs: patienceMs })
    } else await target.selectOption({ label: option })
    await this.#did(`Open **${label}**.`)
    await this.#did(`Choose **${option}**.`)
  }

  /** Presses what opens the system's dialog of files, and chooses one there. */
  async pick(label: string, file: string): Promise<void> {
    const target = await this.#seen(this.page.getByLabel(label, { exact: true }), label)
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.way.press(target)])
    await this.#did(`Press **${label}**.`)
    await chooser.setFiles(file)
    await this.#did('Choose the file.')
  }

  /** Opens the menu of a message by the second button of the mouse, a long press, or Enter. */
  async menuOf(text: string): Promise<void> {
    const row = this.page.getByRole('main').getByRole('listitem').filter({ hasText: text }).last()
    await this.#seen(row, text)
    await this.way.menu(this.way.name === 'keyboard' ? row : row.getByText(text).last())
    await this.#did(`Open the menu of “${text}” (right click; with the keyboard: Enter).`)
  }

  /** Does something outside the page: in a terminal, or in another program. */
  async elsewhere<Outcome>(words: string, does: () => Promise<Outcome>): Promise<Outcome> {
    const outcome = await does()
    await this.#did(words)
    return outcome
  }

  /** Returns what was copied last, as another program would paste it. */
  pasted(): Promise<string> {
    return this.page.evaluate('navigator.clipboard.readText()')
  }

  /** Waits until it can be read on the page. */
  async read(
    text: string | RegExp,
    { in: within = this.page.locator('body') }: { in?: Locator } = {},
  ): Promise<Locator> {
    const place = within.getByText(text).filter({ visible: true }).first()
    await place.waitFor({ timeout: patienceMs })
    return place
  }

  /** Takes a picture for the documentation. */
  async show(caption: string): Promise<void> {
    await this.#settled()
    await this.#camera?.show(this.page, caption)
  }

  #find(role: Role, name: string | RegExp, { in: within = this.page.locator('body') }: Wanted): Promise<Locator> {
    const named = within.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) })
    return this.#seen(named, `${role} ${name}`)
  }

  async #seen(places: Locator, what: string): Promise<Locator> {
    await this.#settled()
    const place = places.filter({ visible: true }).first()
    await place.waitFor({ timeout: patienceMs }).catch(() => {
      throw new Error(`${what} is not to be seen on ${new URL(this.page.url()).pathname}`)
    })
    await until(() => place.isEnabled(), { withinMs: patienceMs, describe: () => `${what} to be enabled` })
    return place
  }

  /** A name that was given as a pattern is told as it stands there. */
  async #wordsOf(target: Locator, name: string | RegExp): Promise<string> {
    if (typeof name === 'string') return name
    if (/^[\p{L} ]+$/u.test(name.source)) return name.source
    return target.evaluate((element) => {
      const shown = element.cloneNode(true) as typeof element
      for (const hint of shown.querySelectorAll('[aria-hidden], kbd')) hint.remove()
      // Adjacent elements must not be read as one word.
      for (const part of shown.querySelectorAll('*')) part.append(' ')
      return (element.getAttribute('aria-label') ?? shown.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
    })
  }

  async #did(words: string): Promise<void> {
    this.steps.push(words)
    if (this.#camera === undefined) return
    await this.#settled()
    await this.#camera.step(this.page, words)
  }
}

const chosenIn = (target: Locator): Promise<string> =>
  target.evaluate((element) => {
    const { selectedOptions } = element as unknown as { selectedOptions: ArrayLike<{ label: string }> }
    return selectedOptions[0]?.label ?? ''
  })
