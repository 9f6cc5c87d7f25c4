import { isIP, isIPv4 } from 'node:net'
import { hostname } from 'node:os'

/** Where a server is reached. */
export interface Address {
  /** As given with --host. */
  host: string
  port: number
  /** Its address for clients when a proxy is in front. */
  publicUrl?: URL | undefined
}

export function isLoopback(host: string): boolean {
  const name = bare(host)
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'))
}

/** An address a browser on this machine can open. */
export function urlOf({ host, port }: Address): string {
  return `http://${isWildcard(host) ? '127.0.0.1' : withBrackets(host)}:${port}`
}

/**
 * Whether a Host header names this server. A page from anywhere can point a name of its own at 127.0.0.1 and then
 * counts as same-origin for the browser (DNS rebinding); only the name gives it away.
 */
export function isOwnHost(header: string | null, address: Address): boolean {
  const given = header?.toLowerCase() ?? ''
  if (address.publicUrl?.host === given) return true
  const [, name, port = '80'] = hostHeader.exec(given) ?? []
  return name !== undefined && Number(port) === address.port && isOwnName(name, address.host)
}

export function isOwnOrigin(header: string, address: Address): boolean {
  if (header === address.publicUrl?.origin) return true
  return header.startsWith('http://') && isOwnHost(header.slice('http://'.length), { ...address, publicUrl: undefined })
}

const hostHeader = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(\d{1,5}))?$/

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

function isOwnName(name: string, host: string): boolean {
  if (loopbackNames.includes(name) || name === withBrackets(host).toLowerCase()) return true
  // Bound to every interface: an address cannot be rebound, and the machine's own name is the machine.
  return isWildcard(host) && (isIP(bare(name)) !== 0 || name === hostname().toLowerCase())
}

function isWildcard(host: string): boolean {
  return ['0.0.0.0', '::', ''].includes(bare(host))
}

function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1')
}

function withBrackets(host: string): string {
  const name = bare(host)
  return name.includes(':') ? `[${name}]` : name
}
