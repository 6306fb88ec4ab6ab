import { expect, test } from 'vitest'
import { html } from '../../domain/html.ts'
import { ServiceError } from '../../domain/service-error.ts'
import { testAccess, testApp } from '../test-app.ts'
import { ownPath } from './own-path.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const post = (url: string, payload: string, parts: Parameters<typeof testApp>[0] = {}) =>
  testApp(parts).app.inject({ method: 'POST', url, payload, headers: form })

test('any value in a template becomes text', () => {
  const text = `<script>alert("1")</script>&'`
  expect(html`<p title="${text}">${[text, html`<b>${1}</b>`]}${undefined}</p>`.html).toBe(
    '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;<b>1</b></p>',
  )
})

test.each([
  ['/app/#/x', '/app/#/x'],
  ['/api/docs?a=b', '/api/docs?a=b'],
  [undefined, '/app/'],
  ['', '/app/'],
  ['app/', '/app/'],
  ['//evil.example/', '/app/'],
  ['/\\evil.example/', '/app/'],
  ['\\\\evil.example', '/app/'],
  ['/\t/evil.example', '/app/'],
  ['/.//evil.example', '/app/'],
  ['https://evil.example/', '/app/'],
  ['javascript:alert(1)', '/app/'],
])('after signing in, %j leads to %s', (next, path) => {
  expect(ownPath(next)).toBe(path)
})

test('the login form signs in without script and leads on', async () => {
  const response = await post('/login', 'password=correct+horse&next=%2Fapi%2Fdocs')
  expect([response.statusCode, response.headers.location]).toEqual([303, '/api/docs'])
  expect(response.headers['set-cookie']).toContain('service_session=new')
})

test('a wrong password shows the form again, as a page, and keeps the destination', async () => {
  const response = await post('/login', 'password=wrong&next=%2Fapi%2Fdocs')
  expect([response.statusCode, response.headers['content-type']]).toEqual([401, 'text/html; charset=utf-8'])
  expect(response.body).toContain('That is not the password.')
  expect(response.body).toContain('value="/api/docs"')
  expect(response.headers['content-security-policy']).toContain("style-src 'self'")
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.headers['set-cookie']).toBeUndefined()
})

test('after too many guesses the page says how long to wait', async () => {
  const login = async () => {
    throw new ServiceError('rate_limited', 'Too many.', { retry_after_s: 7.5 })
  }
  const response = await post('/login', 'password=x', { access: { passwords: { ...testAccess().passwords, login } } })
  expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '8'])
  expect(response.body).toContain('Wait 8 seconds')
})

test('the form has exactly the fields that the endpoint accepts', async () => {
  const { body } = await testApp().app.inject('/login?next=/app/')
  expect([...body.matchAll(/<input[^>]* name="(\w+)"/g)].map(([, name]) => name)).toEqual(['next', 'password'])
})

test('a program signs in with JSON', async () => {
  const payload = { password: 'correct horse', next: '//evil.example' }
  const response = await testApp().app.inject({ method: 'POST', url: '/login', payload })
  expect(response.json()).toEqual({ ok: true, next: '/app/' })
})

test('the first password is set by a form, and a weak one shows the form again with the same token', async () => {
  const done = await post('/setup', 'token=abc&password=correct+horse')
  expect([done.statusCode, done.headers.location]).toEqual([303, '/app/'])
  const setUp = async () => {
    throw new ServiceError('weak_password', 'It is among the most common ones.')
  }
  const weak = await post('/setup', 'token=abc&password=passwordpassword', {
    access: { passwords: { ...testAccess().passwords, setUp } },
  })
  expect(weak.statusCode).toBe(400)
  expect(weak.body).toContain('most common')
  expect(weak.body).toContain('value="abc"')
})

test('the first steps redirect to the login once a password is set', async () => {
  const response = await testApp().app.inject('/setup')
  expect([response.statusCode, response.headers.location]).toEqual([303, '/login?next=%2Fsetup'])
})

test('/ redirects to the page', async () => {
  const response = await testApp().app.inject('/')
  expect([response.statusCode, response.headers.location]).toEqual([302, '/app/'])
})

const pages = ['/app/', '/login', '/setup?token=t', '/api/docs']

test.each(pages)(
  '%s has nothing inline, loads nothing from elsewhere, and loads only files that exist',
  async (url) => {
    const sheet = { status: 200, headers: { 'content-type': 'text/css' }, body: Buffer.from('') }
    const { app } = testApp({ access: { isOpen: () => true }, actions: { theme_stylesheet: () => sheet } })
    const { body, headers } = await app.inject(url)
    expect(headers['content-security-policy']).toMatch(/script-src 'self'; style-src 'self';/)
    expect(body).not.toMatch(/<script(?![^>]* src="\/)|<style|\son\w+="|\sstyle="|javascript:/)
    const loaded = [...body.matchAll(/<(?:link|script|img)[^>]* (?:href|src)="([^"]+)"/g)].map(([, path]) => path ?? '')
    for (const path of loaded.filter((path) => !path.startsWith('data:'))) {
      expect(path).toMatch(/^\/[a-z]/)
      expect((await app.inject(path)).statusCode).toBe(200)
    }
  },
)

test('a stylesheet is sent once and then only confirmed', async () => {
  const { app } = testApp()
  const first = await app.inject('/login/form.css')
  expect([first.headers['content-type'], first.headers['cache-control']]).toEqual([
    'text/css; charset=utf-8',
    'no-cache',
  ])
  const again = await app.inject({ url: '/login/form.css', headers: { 'if-none-match': String(first.headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test.each(['/app/', '/app/c/any%3B-%3Ba%40b.example', '/app/..%2f..%2fapp.ts'])('%s shows the page', async (url) => {
  const { statusCode, body } = await testApp().app.inject(url)
  expect([statusCode, body.includes('<div id="page">')]).toEqual([200, true])
})

test.each([
  '/login/plain.js',
  '/login/../app.ts',
  '/login/%2e%2e%2fdocument.ts',
  '/app/assets/x.css',
  '/app/assets/..%2f..%2fapp.ts',
  '/api/docs/x.css',
])('%s is not found', async (url) => {
  expect((await testApp().app.inject(url)).statusCode).toBe(404)
})

test('a caller with the scope read gets the delay of the offline warning without access to the settings', async () => {
  const response = await testApp().app.inject({ url: '/api/ui/session', headers: { 'x-scopes': 'read' } })
  expect(response.json()).toMatchObject({ offline_alert_s: 60 })
})

test.each(['/api/docs', '/login', '/setup'])('%s uses each id once, has an icon and a description', async (url) => {
  const { app } = testApp({ access: { isOpen: () => true } })
  const { body } = await app.inject({
    url,
    headers: { 'x-scopes': url === '/login' ? '' : 'read write admin' },
  })
  const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  expect(body).toMatch(/<meta name="description" content="[^"]{20,}">/)
  expect(body).toContain('<link rel="icon"')
  const places = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(places.filter((id) => !ids.includes(id))).toEqual([])
})
