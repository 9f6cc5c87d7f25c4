import { BlockList, isIP } from 'node:net'

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
export function isMetadataHost(host: string): boolean {
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
