/** Provides values of chat.db as Messages writes them, for damaging. */
import { Keyed, keyedArchive, keyedUrl, propertyList } from '../../../src/apple/fixtures/plist-writer.ts'
import {
  archive,
  attributedString,
  data,
  date,
  dictionary,
  list,
  number,
  object,
  part,
  plainBody,
  string,
  url,
} from '../../../src/apple/fixtures/typedstream-writer.ts'

const link = { __kIMLinkAttributeName: url('b', url('https://example.com/')), __kIMTextEffectAttributeName: number(5) }
const detected = { __kIMMoneyAttributeName: data(keyedArchive(new Keyed('DDScannerResult', { T: 'Money', MS: '$5' }))) }
const rare = {
  code: dictionary({ code: string('1'), codes: list(number(2n ** 60n, 'q'), date(0.5)) }),
  range: object('NSValue', ['*', '{_NSRange=QQ}'], ['{_NSRange=QQ}', [3, 4]]),
  font: object('NSFont', ['[2i]', [1, 2]], ['f', 0.5]),
}

/** Message bodies. */
export const bodies: readonly [title: string, bytes: Uint8Array][] = [
  ['plain text', plainBody('Grüße, see you at eight 👍')],
  [
    'links and data',
    archive(
      attributedString(
        'see b $5',
        [
          [4, part(0)],
          [1, link],
          [1, 1],
          [2, detected],
        ],
        'NSMutable',
      ),
    ),
  ],
  [
    'rare values',
    archive(
      attributedString('\ufffcx', [
        [1, rare],
        [1, part(1)],
      ]),
      { bigEndian: true },
    ),
  ],
]
/** Property lists of other columns. */
export const lists: readonly [title: string, bytes: Uint8Array][] = [
  [
    'a summary',
    propertyList({
      ec: {
        '0': [
          { t: plainBody('a'), d: 1.5 },
          { t: plainBody('b'), d: 2.5 },
        ],
      },
      rp: [1],
      otr: {},
    }),
  ],
  [
    'a link preview',
    keyedArchive(new Keyed('RichLink', { richLinkMetadata: { URL: keyedUrl('b', keyedUrl('https://a/')) } })),
  ],
  [
    'an app balloon',
    keyedArchive({ an: 'App', userInfo: { caption: 'c' }, list: [1, [2, ['3']]], URL: keyedUrl('data:,e30=') }),
  ],
  [
    'a body',
    keyedArchive(
      new Keyed('NSAttributedString', {
        NSString: 'hi',
        NSAttributes: [{ a: 1 }],
        NSAttributeInfo: new Keyed('NSData', { 'NS.data': Uint8Array.of(2, 0) }),
      }),
    ),
  ],
]
