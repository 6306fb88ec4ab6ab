/**
 * Finds the MIME type of attachments for which Messages stored none: by uniform type identifier, then by file
 * extension.
 */

/** Maps each MIME type to its uniform type identifiers and file extensions. */
const types: Record<string, string> = {
  'image/jpeg': 'public.jpeg jpg jpeg',
  'image/png': 'public.png png',
  'image/gif': 'com.compuserve.gif gif',
  'image/heic': 'public.heic heic',
  'image/heif': 'public.heif heif',
  'image/heic-sequence': 'public.heics heics',
  'image/webp': 'org.webmproject.webp public.webp webp',
  'image/tiff': 'public.tiff tif tiff',
  'image/bmp': 'com.microsoft.bmp bmp',
  'image/svg+xml': 'public.svg-image svg',
  'video/quicktime': 'com.apple.quicktime-movie mov',
  'video/mp4': 'public.mpeg-4 mp4',
  'video/x-m4v': 'com.apple.m4v-video m4v',
  'video/3gpp': 'public.3gpp 3gp',
  'audio/x-caf': 'com.apple.coreaudio-format caf',
  'audio/mp4': 'com.apple.m4a-audio public.mpeg-4-audio m4a',
  'audio/mpeg': 'public.mp3 mp3',
  'audio/amr': 'org.3gpp.adaptive-multi-rate-audio amr',
  'audio/wav': 'com.microsoft.waveform-audio wav',
  'audio/aiff': 'public.aiff-audio aif aiff',
  'application/pdf': 'com.adobe.pdf pdf',
  'application/zip': 'public.zip-archive com.pkware.zip-archive zip',
  'application/vnd.apple.pkpass': 'com.apple.pkpass pkpass',
  'text/vcard': 'public.vcard vcf',
  'text/calendar': 'com.apple.ical.ics ics',
  'text/plain': 'public.plain-text txt',
  'text/html': 'public.html html htm',
  'application/json': 'public.json json',
  'application/msword': 'com.microsoft.word.doc doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
    'org.openxmlformats.wordprocessingml.document docx',
  'application/vnd.ms-excel': 'com.microsoft.excel.xls xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'org.openxmlformats.spreadsheetml.sheet xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation':
    'org.openxmlformats.presentationml.presentation pptx',
}

const mimeOf = new Map(Object.entries(types).flatMap(([mime, keys]) => keys.split(' ').map((key) => [key, mime])))

export function mimeOfAttachment({ mime, uti, name }: { mime: string | null; uti: string | null; name: string }) {
  const ending = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
  return mime || mimeOf.get(uti?.toLowerCase() ?? '') || mimeOf.get(ending) || null
}
