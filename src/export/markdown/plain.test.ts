import { expect, test } from 'vitest'
import { plain, target } from './plain.ts'

test.each([
  ['*bold* _and_ `code`', '\\*bold\\* \\_and\\_ \\`code\\`'],
  ['# no heading', '\\# no heading'],
  ['- no list\n2. nor this', '\\- no list\\\n&#50;. nor this'],
  ['    no code', 'no code'],
  ['<script>alert(1)</script>', '\\<script\\>alert(1)\\</script\\>'],
  ['![a](http://evil.test/x.gif)', '!\\[a\\](<http://evil.test/x.gif>)'],
  ['see https://example.com/a_b.', 'see <https://example.com/a_b>.'],
  ['&lt;', '\\&lt;'],
])('%j is shown literally', (text, written) => {
  expect(plain(text)).toBe(written)
})

test('a file with any name can be linked', () => {
  expect(target('media/1 a (b) #?.png')).toBe('media/1%20a%20%28b%29%20%23%3F.png')
})
