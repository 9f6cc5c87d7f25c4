/** Put in by the build from package.json. */
declare const __DAYBOOK_VERSION__: string

export const version = __DAYBOOK_VERSION__
