/** The preview of a link as Messages stored it. */
import type { LinkPreview } from '../../../../src/contract/message.ts'
import styles from './Bubble.module.css'

export function Preview({ preview }: { preview: LinkPreview }) {
  const { url, title, summary, site_name, image_url } = preview
  if (!/^https?:\/\//i.test(url)) return null
  return (
    <a className={styles.preview} href={url} target="_blank" rel="noopener noreferrer">
      {image_url !== null && <img src={image_url} alt="" decoding="async" />}
      <span>
        <b dir="auto">{title ?? url}</b>
        {summary !== null && <span dir="auto">{summary}</span>}
        <small dir="auto">{site_name ?? hostOf(url)}</small>
      </span>
    </a>
  )
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')
