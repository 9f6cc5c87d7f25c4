import { type LookupAddress, lookup } from 'node:dns'
import { request as plainRequest } from 'node:http'
import { request as encryptedRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { ModelFault } from './chat.ts'

interface ServiceRequest {
  method?: string
  headers: { [name: string]: string }
  body?: string
  signal: AbortSignal
}

/** The part of `fetch` that model services need. Redirects are answers here: they are never followed. */
export type ServiceFetch = (url: string, request: ServiceRequest) => Promise<Response>

/** Looks a name up once and returns every address it has. */
export type ResolveName = (
  hostname: string,
  options: { all: true; family?: number | undefined; hints?: number | undefined },
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/**
 * `fetch` looks names up by itself, so a name could lead somewhere else between a check and the connection. Here the
 * lookup that is checked is the one whose addresses the socket connects to.
 */
export function checkedFetch(resolve: ResolveName = lookupAll): ServiceFetch {
  const lookupChecked = checkedLookup(resolve)
  return (url, { method = 'GET', headers, body, signal }) =>
    new Promise((settle, reject) => {
      const send = url.startsWith('https:') ? encryptedRequest : plainRequest
      const outgoing = send(url, { method, headers, signal, lookup: lookupChecked, agent: false }, incoming => {
        const { statusCode: status = 0, headers: received } = incoming
        const answered = Object.entries(received).flatMap(([name, value]) =>
          [value ?? []].flat().map((each): [string, string] => [name, each]),
        )
        try {
          // The two declarations of the same stream, of the browser and of Node, do not know each other.
          const stream = Readable.toWeb(incoming) as unknown as ReadableStream
          settle(new Response(hasNoBody.has(status) ? null : stream, { status, headers: answered }))
        } catch (error) {
          incoming.destroy()
          reject(error)
        }
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
}

const hasNoBody = new Set([204, 205, 304])

const lookupAll: ResolveName = (hostname, options, done) => lookup(hostname, options, done)

/** An address that was given as numbers is never looked up; `wrongBaseUrl` checks those. */
function checkedLookup(resolve: ResolveName): LookupFunction {
  return (hostname, { all, family, hints }, done) => {
    const wanted = typeof family === 'number' ? family : undefined
    resolve(hostname, { all: true, family: wanted, hints }, (error, found) => {
      const [first] = found ?? []
      if (error) return done(error, [])
      if (!first || found.some(({ address }) => isMetadataHost(address))) {
        return done(new ModelFault('provider_bad_request'), [])
      }
      if (all) return done(null, found)
      done(null, first.address, first.family)
    })
  }
}

/** Why a service must not be called at this address; undefined when it may. */
export function baseUrlProblem(
  text: string,
): 'format url' | 'http or https' | 'no credentials' | 'not link-local' | undefined {
  if (!URL.canParse(text)) return 'format url'
  const { protocol, username, password, hostname } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return 'http or https'
  if (username !== '' || password !== '') return 'no credentials'
  return isMetadataHost(bare(hostname)) ? 'not link-local' : undefined
}

const metadata = new BlockList()
metadata.addSubnet('169.254.0.0', 16, 'ipv4')
metadata.addSubnet('fe80::', 10, 'ipv6')
metadata.addAddress('fd00:ec2::254', 'ipv6')
metadata.addAddress('100.100.100.200', 'ipv4')

/** Whether an address hands out the secrets of the machine it is asked from. */
function isMetadataHost(host: string): boolean {
  const family = isIP(host)
  if (family === 0) return host === 'metadata.google.internal' || host === 'metadata'
  return metadata.check(host, family === 6 ? 'ipv6' : 'ipv4')
}

function bare(hostname: string): string {
  return hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
}
