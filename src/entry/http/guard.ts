import { type Address, isOwnHost, isOwnOrigin, urlOf } from './address.ts'
import { refused } from './failure.ts'

/** Refuses requests that a page of another site made the browser send; undefined lets the request pass. */
export function refuseForeign(
  request: Request,
  path: string,
  address: Address,
  /** The toolset the path belongs to, if known. */
  toolset?: string,
): Response | undefined {
  const own = address.publicUrl?.origin ?? urlOf(address)
  if (!isOwnHost(request.headers.get('host'), address)) {
    return refused(toolset === 'room' ? 421 : 403, 'FORBIDDEN', 'This server does not go by that host name.', {
      toolset,
      details: { reason: 'foreign_host' },
      hint: `Use ${own}, or name the public address when starting the server.`,
    })
  }
  const origin = request.headers.get('origin')
  if (origin !== null && !isOwnOrigin(origin, address)) return foreignOrigin(own, toolset)
  // Requests without Origin can still come from a foreign page (an image, a script); browsers say so here.
  if (isFromElsewhere(request) && !isPage(path)) return foreignOrigin(own, toolset)
  return undefined
}

/** Whether a page of another origin made a browser send this; other programs do not say. */
export function isFromElsewhere(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin' && site !== 'none'
}

/** Pages may be linked to from anywhere; what answers with data may not. */
export function isPage(path: string): boolean {
  return !/^\/(api|mcp)(\/|$)/.test(path)
}

function foreignOrigin(own: string, toolset: string | undefined): Response {
  return refused(403, 'FORBIDDEN', 'Pages of another origin may not use this server.', {
    toolset,
    details: { reason: 'foreign_origin' },
    hint: `Use the page at ${own}, or call from a program instead of a web page.`,
  })
}
