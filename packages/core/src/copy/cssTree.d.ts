// The parts of css-tree that are used. The package has no types, and its other parts are not loaded.
declare module 'css-tree/tokenizer' {
  /** Calls back for each token with its type, its start and the end after it, in UTF-16 code units. */
  export function tokenize(source: string, onToken: (type: number, start: number, end: number) => void): void
  export const tokenTypes: Readonly<
    Record<
      | 'Ident'
      | 'Function'
      | 'AtKeyword'
      | 'String'
      | 'BadString'
      | 'Url'
      | 'BadUrl'
      | 'Delim'
      | 'WhiteSpace'
      | 'CDO'
      | 'CDC'
      | 'Semicolon'
      | 'LeftSquareBracket'
      | 'RightSquareBracket'
      | 'LeftParenthesis'
      | 'RightParenthesis'
      | 'LeftCurlyBracket'
      | 'RightCurlyBracket'
      | 'Comment',
      number
    >
  >
}

declare module 'css-tree/utils' {
  interface Coding {
    decode(token: string): string
    encode(value: string): string
  }
  export const ident: Coding
  export const string: Coding
  export const url: Coding
}
