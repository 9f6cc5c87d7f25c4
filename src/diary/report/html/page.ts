import { escaped, html, type Markup } from './markup.ts'
import { style } from './style.ts'

export const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** A whole page by itself: nothing in it runs and nothing is fetched. */
export function page(title: string, body: Markup, stamp: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Daybook">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
${patterns.text}
${body.text}
<!-- ${stamp} -->
</body>
</html>
`
}

/** Hatches, so that no state is shown by its colour alone. */
const patterns = html`<svg class="defs" aria-hidden="true" focusable="false"><defs>
<pattern id="p-blocked" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="7" height="7" style="fill:var(--c-blocked)"/><rect width="2" height="7" style="fill:var(--surface);fill-opacity:.55"/></pattern>
<pattern id="p-interrupted" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" style="fill:var(--c-interrupted)"/><rect width="2" height="6" style="fill:var(--surface);fill-opacity:.6"/></pattern>
<pattern id="p-failed" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect width="7" height="7" style="fill:var(--c-failed)"/><rect width="2" height="7" style="fill:var(--surface);fill-opacity:.55"/></pattern>
<pattern id="p-question" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" style="fill:var(--c-question)"/><circle cx="3" cy="3" r="1.3" style="fill:var(--surface);fill-opacity:.8"/></pattern>
<pattern id="p-other" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" style="fill:var(--c-quiet)"/><rect width="6" height="2" style="fill:var(--surface);fill-opacity:.6"/></pattern>
<pattern id="p-removed" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" style="fill:var(--c-blocked)"/><rect width="2" height="6" style="fill:var(--surface);fill-opacity:.45"/></pattern>
<pattern id="p-unknown" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" style="fill:var(--sunken)"/><rect width="2" height="6" style="fill:var(--c-quiet)"/></pattern>
</defs></svg>`
