/** Settings of a seller, which a public address requires. */
export const SELLER = {
  FOOTNOTE_LEGAL_NAME: 'Footnotes Ltd',
  FOOTNOTE_LEGAL_ADDRESS: '1 Margin Row, London N1 9GU, United Kingdom',
  FOOTNOTE_SUPPORT_EMAIL: 'help@footnote.example',
  FOOTNOTE_TERMS_URL: 'https://footnote.example/terms',
  FOOTNOTE_PRIVACY_URL: 'https://footnote.example/privacy',
  FOOTNOTE_REFUND_URL: 'https://footnote.example/refunds',
}
