/** Renders a plugin's tree with the page's own controls. */
import type { ReactNode } from 'react'
import { Button } from '../../kit/Button.tsx'
import { Switch } from '../../kit/Switch.tsx'
import type { SafeNode } from './check-tree.ts'
import { Choice, Input } from './Fields.tsx'
import { icons } from './icons.ts'
import styles from './TreeView.module.css'

export interface Using {
  /** Called with the handler's number in the tree. */
  onUse: (handler: number, value: unknown) => void
}

type Of<T extends SafeNode['type']> = Extract<SafeNode, { type: T }>

export function TreeView({ node, onUse }: { node: SafeNode } & Using): ReactNode {
  const use = (handler: number | undefined, value?: unknown) => {
    if (handler !== undefined) onUse(handler, value ?? null)
  }
  switch (node.type) {
    case 'text':
      return <Text node={node} />
    case 'badge':
      return (
        <span className={`${styles.badge} ${styles[node.tone ?? 'plain']}`} dir="auto">
          {node.text}
        </span>
      )
    case 'icon':
      return <Icon name={node.name} label={node.label} />
    case 'button':
      return (
        <Button kind={node.kind} size="small" disabled={node.disabled} onClick={() => use(node.onPress)}>
          {node.icon !== undefined && <Icon name={node.icon} />}
          <bdi>{node.label}</bdi>
        </Button>
      )
    case 'link':
      return (
        <a href={node.href} target="_blank" rel="noopener noreferrer" dir="auto">
          {node.label}
        </a>
      )
    case 'toggle':
      return (
        <span className={styles.pair}>
          <bdi>{node.label}</bdi>
          <Switch checked={node.value} label={node.label} onChange={(value) => use(node.onChange, value)} />
        </span>
      )
    case 'select':
      return <Choice node={node} onUse={onUse} />
    case 'input':
      return <Input key={node.value ?? ''} node={node} onUse={onUse} />
    case 'progress':
      return <progress className={styles.progress} aria-label={node.label} value={node.value} max={node.max ?? 1} />
    case 'divider':
      return <hr className={styles.divider} />
    case 'image':
      return <img src={node.src} alt={node.alt} width={node.width} height={node.height} className={styles.image} />
    case 'spinner':
      return <span className={styles.spinner} role="status" aria-label={node.label} />
    case 'bars':
      return <Bars node={node} />
    default:
      return <Container node={node} onUse={onUse} />
  }
}

const Text = ({ node: { text, tone = 'plain', strong } }: { node: Of<'text'> }) => (
  <p className={styles[tone]} data-strong={strong || undefined} dir="auto">
    {text}
  </p>
)

function Icon({ name, label }: { name: string; label?: string }) {
  const Picture = Object.hasOwn(icons, name) ? icons[name] : undefined
  if (Picture === undefined) return null
  return label === undefined ? <Picture size={15} aria-hidden /> : <Picture size={15} role="img" aria-label={label} />
}

function Container({ node, onUse }: { node: Of<'row' | 'column' | 'list'> } & Using) {
  const [Outer, Inner] = node.type === 'list' ? (['ul', 'li'] as const) : (['div', 'div'] as const)
  return (
    <Outer className={styles[node.type]}>
      {node.children.map((child, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nodes of a tree have no other key
        <Inner key={index}>
          <TreeView node={child} onUse={onUse} />
        </Inner>
      ))}
    </Outer>
  )
}

/** A list of numbers drawn as bars. */
function Bars({ node: { label, bars } }: { node: Of<'bars'> }) {
  const largest = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul className={styles.bars} aria-label={label}>
      {bars.map((bar, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two bars may have the same label
        <li key={index}>
          <bdi>{bar.label}</bdi>
          <span className={styles.bar} style={{ inlineSize: `${(bar.value / largest) * 100}%` }} aria-hidden />
          <span>{bar.value.toLocaleString()}</span>
        </li>
      ))}
    </ul>
  )
}
