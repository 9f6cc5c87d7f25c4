import { html } from 'hono/html'

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

/** With the token of a link, so that one click is enough. */
export function signInPage(token = ''): Promise<Response> {
  return page(
    401,
    html`<h1>Daybook</h1>
      <p>
        This server needs a token. Its owner makes one with <code>daybook token add</code> and renews an expired one with
        <code>daybook token renew</code>.
      </p>
      <form method="get">
        <label>Token <input type="password" name="token" value="${token}" autocomplete="off" required autofocus></label>
        <button>Open</button>
      </form>`,
    { 'www-authenticate': 'Bearer realm="Daybook"' },
  )
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
        <title>Daybook</title>
        <style>body { font: 1rem/1.5 system-ui, sans-serif; color-scheme: light dark; max-width: 40rem; margin: 4rem auto; padding: 0 1rem }</style>
      </head>
      <body><main>${body}</main></body>
    </html>`
  return new Response(String(text), { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })
}
