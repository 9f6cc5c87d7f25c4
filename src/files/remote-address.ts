/**
 * One spelling for a repository's address, whichever protocol, user, password, port or ending it was written with; null
 * for a folder of this machine.
 */
export function remoteAddress(url: string): string | null {
  const text = url.trim()
  if (text === '' || text.length > maxLength || isLocalRemote(text)) return null
  const found = text.includes('://') ? urlParts(text) : shortParts(text)
  if (!found) return null
  const host = hostOf(found.authority)
  const path = pathOf(found.path)
  return host === '' || path === '' ? null : `${host}/${path}`
}

/** Whether the address is a folder: of these only the folder itself says which repository it is. */
export function isLocalRemote(url: string): boolean {
  const text = url.trim()
  return /^(?:[./~\\]|[A-Za-z]:[\\/]|file:)/i.test(text) || !text.includes(':')
}

const maxLength = 2000

/** `https://host/path`. */
function urlParts(text: string) {
  const rest = text.slice(text.indexOf('://') + 3)
  const slash = rest.indexOf('/')
  return slash < 0 ? null : { authority: rest.slice(0, slash), path: rest.slice(slash + 1) }
}

/** `user@host:path`, as ssh takes it. */
function shortParts(text: string) {
  const colon = text.indexOf(':')
  return colon < 1 ? null : { authority: text.slice(0, colon), path: text.slice(colon + 1) }
}

/** The host alone: who asks, with which secret and through which port does not change the repository. */
function hostOf(authority: string): string {
  const host = authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .toLowerCase()
  return host.replace(/^(?:alt)?ssh\./, '').replace(/^www\./, '')
}

/** Servers compare names without case, and add parts of their own to some protocols. */
function pathOf(path: string): string {
  const end = path.search(/[?#]/)
  const parts = (end < 0 ? path : path.slice(0, end)).toLowerCase().split('/')
  const named = parts.filter(
    (part, i) => part !== '' && part !== '.' && !(serverParts.has(part) && i < parts.length - 1),
  )
  const last = named.pop() ?? ''
  return [...named, last.endsWith('.git') ? last.slice(0, -4) : last].join('/')
}

/** Azure writes `v3` for ssh and `_git` for https; Bitbucket's own servers write `scm` for https. */
const serverParts = new Set(['v3', '_git', 'scm'])
