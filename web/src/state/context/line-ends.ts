/** Text areas normalize line ends to "\n"; a text whose lines all end in CRLF gets them back. */
export function withEndsOf(stored: string, typed: string): string {
  const isCrlf = stored.includes('\r\n') && !/\r(?!\n)|(?<!\r)\n/.test(stored)
  return isCrlf ? typed.replace(/\r?\n/g, '\r\n') : typed
}
