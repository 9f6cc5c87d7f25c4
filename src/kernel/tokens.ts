import tokens from '../../assets/tokens.json' with { type: 'json' }

/** The tokens of the look as custom properties: the build of the page, the HTML report and the sign-in page take these. */
export const tokenSheet = `:root {
  color-scheme: light dark;
${Object.values(tokens)
  .flatMap(group => Object.entries(group))
  .map(([name, value]) => `  --${name}: ${value};`)
  .join('\n')}
}
`
