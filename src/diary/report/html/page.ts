import { escaped, type Markup } from './markup.ts'
import { patterns } from './patterns.ts'
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
