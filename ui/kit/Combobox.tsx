/**
 * A field with suggestions: arrows move through them, Enter takes one, Escape closes them, and the typed text stays.
 */
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import styles from './Combobox.module.css'
import { inputClass } from './Field.tsx'
import { SuggestionList } from './SuggestionList.tsx'

interface Props<T> extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'onSubmit'> {
  text: string
  onText: (text: string) => void
  suggestions: readonly T[]
  keyOf: (suggestion: T) => string
  show: (suggestion: T) => ReactNode
  onChoose: (suggestion: T) => void
  /** Called for Enter while no suggestion is active. */
  onEnter?: () => void
  /** Accessible name of the list. */
  listLabel: string
}

export function Combobox<T>(props: Props<T>) {
  const { text, onText, suggestions, keyOf, show, onChoose, onEnter, listLabel, ...input } = props
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const isShown = isOpen && suggestions.length > 0
  const marked = isShown ? suggestions[active] : undefined
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const choose = (suggestion: T) => {
    close()
    onChoose(suggestion)
  }
  const move = (by: number) => {
    setOpen(true)
    setActive((now) =>
      suggestions.length === 0
        ? -1
        : (now + by + suggestions.length + (now < 0 && by < 0 ? 1 : 0)) % suggestions.length,
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const does = keys({
      move,
      close: isShown ? close : undefined,
      enter: () => (marked ? choose(marked) : onEnter?.()),
    })[event.key]
    if (does === undefined) return
    event.preventDefault()
    if (event.key === 'Escape') event.stopPropagation()
    does()
  }
  return (
    <>
      <input
        {...input}
        ref={field}
        className={inputClass}
        value={text}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={marked === undefined ? undefined : `${listId}-${active}`}
        onChange={(event) => {
          setActive(-1)
          setOpen(true)
          onText(event.target.value)
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {isShown && (
        <SuggestionList id={listId} label={listLabel} field={field}>
          {suggestions.map((suggestion, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
            <div
              key={keyOf(suggestion)}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              className={styles.option}
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(index)}
              onClick={() => choose(suggestion)}
            >
              {show(suggestion)}
            </div>
          ))}
        </SuggestionList>
      )}
    </>
  )
}

interface Doing {
  move(by: number): void
  close: (() => void) | undefined
  enter(): void
}

const keys = ({ move, close, enter }: Doing): Record<string, (() => void) | undefined> => ({
  ArrowDown: () => move(1),
  ArrowUp: () => move(-1),
  Escape: close,
  Enter: enter,
})
