/** Put in by the build from package.json; absent where the source runs by itself. */
declare const __DAYBOOK_VERSION__: string | undefined

export const version = typeof __DAYBOOK_VERSION__ === 'string' ? __DAYBOOK_VERSION__ : 'development'
