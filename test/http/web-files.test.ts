import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempHome } from '../support/tempdir.ts'
import { send, serving } from './serving.ts'

/** A folder as the web build leaves it, with secrets beside it. */
function built(): string {
  const home = tempHome()
  const root = join(home, 'web')
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(home, 'secret.txt'), 'secret')
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Daybook</title>')
  writeFileSync(join(root, 'assets/index-BfZ3x_k9.js'), 'export {}')
  writeFileSync(join(root, 'assets/index-C0ffee12.css'), 'body {}')
  writeFileSync(join(root, 'assets/inter-D0nut345.woff2'), 'font')
  writeFileSync(join(root, 'favicon.svg'), '<svg/>')
  writeFileSync(join(root, '.env'), 'secret')
  symlinkSync(join(home, 'secret.txt'), join(root, 'link.txt'))
  symlinkSync(home, join(root, 'up'))
  return root
}

test.each([
  ['/', 'text/html; charset=utf-8', 'no-cache'],
  ['/index.html', 'text/html; charset=utf-8', 'no-cache'],
  ['/favicon.svg', 'image/svg+xml; charset=utf-8', 'no-cache'],
  ['/assets/index-BfZ3x_k9.js', 'text/javascript; charset=utf-8', 'private, max-age=31536000, immutable'],
  ['/assets/index-C0ffee12.css', 'text/css; charset=utf-8', 'private, max-age=31536000, immutable'],
  ['/assets/inter-D0nut345.woff2', 'font/woff2', 'private, max-age=31536000, immutable'],
])('%s is served as %s, kept by browsers as "%s"', async (path, type, caching) => {
  const { port } = await serving({ webRoot: built() })
  const { status, headers } = await send(port, path)

  expect(status).toBe(200)
  expect(headers).toMatchObject({ 'content-type': type, 'cache-control': caching })
})

test('a file the browser has is not sent again', async () => {
  const { port } = await serving({ webRoot: built() })
  const { etag = '' } = (await send(port, '/')).headers
  const again = await send(port, '/', { headers: { 'if-none-match': etag } })

  expect([again.status, again.text]).toEqual([304, ''])
})

test.each(['/projects/orchard', '/projects/my.app/records/R007', '/search?q=a'])(
  'the client’s own address %s opens the client',
  async path => {
    const { port } = await serving({ webRoot: built() })
    const page = await send(port, path, { headers: { accept: 'text/html,*/*;q=0.8' } })

    expect([page.status, page.text]).toEqual([200, '<!doctype html><title>Daybook</title>'])
  },
)

test.each(['/assets/index-00000000.js', '/missing.js', '/robots.txt', '/assets/'])(
  'the missing file %s is missing and not the first page',
  async path => {
    const { port } = await serving({ webRoot: built() })
    expect((await send(port, path)).status).toBe(404)
  },
)

test.each([
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/%2e%2e%2fsecret.txt',
  '/..%2fsecret.txt',
  '/%252e%252e%252fsecret.txt',
  '/..\\secret.txt',
  '/..%5csecret.txt',
  '/secret.txt%00.html',
  '/index.html%00',
  '/link.txt',
  '/up/secret.txt',
  '/.env',
  '/%2eenv',
  '//etc/passwd',
  '/etc/passwd',
  '/%ff',
  '/%',
])('%s leads to nothing outside the client', async path => {
  const { port } = await serving({ webRoot: built() })
  const answer = await send(port, path)

  expect(answer.status).toBeOneOf([200, 400, 404])
  expect(answer.text).not.toMatch(/secret|root:/)
})

test.each([undefined, 'no/such/folder'])('without a built client (%s) the page says what to do', async webRoot => {
  const { port } = await serving(webRoot === undefined ? {} : { webRoot })
  const page = await send(port, '/')

  expect(page.status).toBe(404)
  expect(page.text).toContain('npm run build')
})

test('pages only answer GET and HEAD', async () => {
  const { port } = await serving({ webRoot: built() })
  const head = await send(port, '/', { method: 'HEAD' })
  const post = await send(port, '/', { method: 'POST', body: 'x' })

  expect([head.status, head.text, head.headers['content-type']]).toEqual([200, '', 'text/html; charset=utf-8'])
  expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD'])
})
