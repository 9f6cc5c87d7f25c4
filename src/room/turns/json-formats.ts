import { z } from 'zod'

const named = new Map<string, z.ZodType>([
  ['date-time', z.iso.datetime({ offset: true })],
  ['date', z.iso.date()],
  [
    'time',
    z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i),
  ],
  ['duration', z.iso.duration()],
  ['email', z.email()],
  ['hostname', z.hostname()],
  ['ipv4', z.ipv4()],
  ['ipv6', z.ipv6()],
  ['uri', z.url()],
  ['uri-reference', z.string().regex(/^[^\s<>"{}|\\^`]*$/)],
  ['uuid', z.guid()],
  ['json-pointer', z.string().regex(/^(?:\/(?:[^~/]|~[01])*)*$/)],
])

export function isFormat(name: string): boolean {
  return named.has(name)
}

/** Formats are asserted, not only annotated. */
export function hasFormat(name: string, text: string): boolean {
  return named.get(name)?.safeParse(text).success ?? false
}
