import { html, raw } from 'hono/html'
import { tokenSheet } from '../../kernel/tokens.ts'

type Markup = ReturnType<typeof html>

/** What a browser sees when the program runs from a checkout whose web client was never built. */
export function notBuiltPage(): Promise<Response> {
  return page(
    404,
    html`<h1>Daybook is running</h1>
      <p>Its web page is not built yet. Run <code>npm run build</code> and start it again.</p>
      <p>Programs can already use it: see <a href="/api/openapi.json">/api/openapi.json</a>.</p>`,
  )
}

type SignInReason = keyof typeof signInReasons

interface SignIn {
  /** The token of a link, so that one click is enough. */
  token?: string
  reason?: SignInReason
}

/** Asks for a token, and says what was wrong with the one that was shown. */
export function signInPage({ token = '', reason = 'none' }: SignIn = {}): Promise<Response> {
  const { title, next } = signInReasons[reason]
  return page(
    401,
    html`<h1>${title}</h1>
      <p id="next">${next}</p>
      <form method="get">
        <label for="token">Token</label>
        <input type="password" name="token" id="token" value="${token}" autocomplete="off" required autofocus aria-describedby="next">
        <button>Open</button>
      </form>
      <p class="small">
        For the owner of the server: <code>daybook token add</code> makes a token, <code>daybook token renew</code> gives
        an expired one more time.
      </p>`,
    { 'www-authenticate': 'Bearer realm="Daybook"' },
  )
}

const signInReasons = {
  none: { title: 'Sign in to Daybook', next: 'This server needs a token. Ask its owner for one.' },
  unknown: {
    title: 'That token is not known here',
    next: 'It may be mistyped, or it was revoked. Enter it again, or ask the owner of the server for another.',
  },
  expired: {
    title: 'That token has expired',
    next: 'Ask the owner of the server to renew it, then enter the same token again.',
  },
}

/**
 * Goes on to `target` from a page of our own. A plain redirect would not do: after a link in somebody else's page the
 * browser withholds a SameSite=Strict cookie along the whole chain of redirects.
 */
export function onwardPage(target: string, cookie: string): Promise<Response> {
  return page(200, html`<p><a href="${target}">Open Daybook</a></p>`, {
    refresh: `0; url=${target}`,
    'set-cookie': cookie,
  })
}

async function page(status: number, body: Markup, headers: Record<string, string> = {}): Promise<Response> {
  const text = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <meta name="color-scheme" content="light dark">
        <title>Daybook</title>
        <style>${raw(style)}</style>
      </head>
      <body><main>${body}</main></body>
    </html>`
  return new Response(String(text), { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })
}

/** The colours of the page itself, whose own styles are not served before signing in. */
const style = `
  ${tokenSheet}
  :root { background: var(--paper); color: var(--ink) }
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 26rem; margin: 12vh auto 4rem; padding: 0 1rem }
  h1 { font-size: 1.5rem; line-height: 1.25 }
  a { color: var(--accent-ink) }
  label { display: block; font-weight: 600; margin-bottom: .25rem }
  input, button { box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: 0 .75rem; font: inherit; border-radius: 8px }
  input { border: 1px solid light-dark(#8a847a, #7d776d); background: var(--surface); color: inherit }
  button { margin-top: .75rem; border: 0; background: var(--accent); color: var(--on-accent); font-weight: 600; cursor: pointer }
  :focus-visible { outline: 3px solid var(--accent-ink); outline-offset: 2px }
  .small { margin-top: 2rem; font-size: .875rem; color: var(--ink-2) }
`
