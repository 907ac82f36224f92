import pipedream from 'eslint-plugin-pipedream'

const rules = Object.fromEntries(Object.keys(pipedream.rules).map(name => [`pipedream/${name}`, 'error']))

export default [
  // The optional props of Pipedream's own components have no default either.
  {
    files: ['{actions,sources}/**/*.mjs'],
    plugins: { pipedream },
    rules: { ...rules, 'pipedream/default-value-required-for-optional-props': 'off' },
  },
]
