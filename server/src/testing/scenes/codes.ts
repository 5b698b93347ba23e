/**
 * Codes in the specification of the upstream's wire, listed separately from the contract's own
 * table.
 */
export const COUNTRIES = (
  'AR AU AT BE BR CA CL DK FI FR DE HK IN ID IT JP KR MY MX NL NZ NO CN PL PT PH RU SA ZA ES SE CH ' +
  'TW TR GB US'
).split(' ')

export const LANGUAGES = (
  'AR EU BN BG CA ZH-HANS ZH-HANT HR CS DA NL EN EN-GB ET FI FR GL DE EL GU HE HI HU IS IT JA KN KO ' +
  'LV LT MS ML MR NB PL PT-BR PT-PT PA RO RU SR SK SL ES SV TA TE TH TR UK VI'
).split(' ')
