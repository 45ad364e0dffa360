/** HTML as the programs write it around the parts of a mail. */

const header = (fields: string): string[] => fields.split(' | ');

const bold = (field: string): string => field.replace(/^([^:：]+[:：])/u, '<b>$1</b>');

const escaped = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A paragraph of Word. */
export const mso = (text: string): string =>
  `<p class="MsoNormal"><span lang="EN-US" style="mso-fareast-language:EN-US">${text}<o:p></o:p></span></p>`;

const msoBlank = mso('&nbsp;');

export const old = 'Dear client,<br><br>is it fixed?<br><br>Your Support';

/** Outlook for Windows: paragraphs of Word, and the header in a box with a line above it. */
export const outlook = (words: readonly string[], fields: string, below = ''): string =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang="EN-US"><div class="WordSection1">${words.map((line) => (line === '' ? msoBlank : mso(line))).join('')}${msoBlank}<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${header(fields).map(escaped).map(bold).join('<br>')}<o:p></o:p></p></div></div>${msoBlank}${mso(old)}${below}</div></body></html>`;

/** The new Outlook and Outlook on the web. */
export const owa = (words: string, fields: string, end = ''): string =>
  `<html><body dir="ltr"><div class="elementToProof" style="font-family:Aptos">${words}</div>${end}<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" color="#000000">${header(fields).map(escaped).map(bold).join('<br>')}</font><div>&nbsp;</div></div><div>${old}</div></body></html>`;

/** Outlook for iOS and Android. */
export const outlookMobile = (words: string, signature: string, fields: string): string =>
  `<html><body><div dir="auto">${words}</div><div id="ms-outlook-mobile-signature" dir="auto">${signature}</div><div id="mail-editor-reference-message-container"><div class="ms-outlook-mobile-reference-message skipProofing" dir="auto"><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" style="font-size:11pt">${header(fields).map(escaped).map(bold).join('<br>')}<br></div>${old}</div></div></body></html>`;

/** Apple's programs: the attribution is a quote of its own on the telephone, and within the quote on the computer. */
export const iPhone = (words: string, attribution: string, below = ''): string =>
  `<html><body dir="auto">${words}<div dir="ltr"><br><blockquote type="cite">${escaped(attribution)}<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">﻿${old}</div></blockquote>${below}</body></html>`;

export const appleMail = (words: string, attribution: string, below = ''): string =>
  `<html><body style="overflow-wrap: break-word;">${words}<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>${escaped(attribution)}</div><br class="Apple-interchange-newline"><div><div>${old}</div></div></blockquote></div><br>${below}</body></html>`;

export const gmail = (words: string, attribution: string, quote = old, below = ''): string =>
  `<div dir="ltr">${words}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${escaped(attribution)}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">${quote}</blockquote>${below}</div>`;

export const gmailForward = (words: string, separator: string, fields: string): string =>
  `<div dir="ltr">${words}<br><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${separator}<br>${header(fields).map(escaped).join('<br>')}<br></div><br><br>${old}</div></div>`;

export const yahoo = (words: string, attribution: string, advertisement = ''): string =>
  `<div class="ydp1yahoo-style-wrap" style="font-size:16px"><div dir="ltr">${words}</div>${advertisement}</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div style="font-size:13px"><div>${escaped(attribution)}</div><div><br></div><div><br></div><div>${old}</div></div></div>`;

export const proton = (words: string, signature: string, attribution: string, quote = old): string =>
  `<div style="font-family: Arial">${words}</div><div class="protonmail_signature_block"><div class="protonmail_signature_block-proton">${signature}</div></div><div class="protonmail_quote">${escaped(attribution)}<br><blockquote class="protonmail_quote" type="cite">${quote}</blockquote><br></div>`;

export const zoho = (words: string, attribution: string): string =>
  `<div style="font-family: Verdana">${words}</div><div class="zmail_extra_hr" style="border-top: 1px solid #ccc"></div><div class="zmail_extra" data-zbluepencil-ignore="true"><br>${escaped(attribution)}<br><br><blockquote id="blockquote_zmail" style="margin: 0px;">${old}</blockquote></div>`;

export const gmx = (words: string, fields: string): string =>
  `<html><body><div style="font-family: Verdana"><div>${words}</div><div>&nbsp;<div name="quote" style="margin:10px 5px 5px 10px; border-left:2px solid #C3D9E5;"><div style="margin:0 0 10px 0;">${header(fields).map(escaped).map(bold).join('<br/>')}</div><div name="quoted-content">${old}</div></div></div></div></body></html>`;

export const naver = (words: string, fields: string): string =>
  `<div style="font-size: 10pt">${words}</div><div id="naver_signature"></div><p style="font-size:10pt"><span>-----Original Message-----</span><br>${header(fields).map(escaped).map(bold).join('<br>')}<br></p><div>${old}</div>`;

export const qq = (words: string, separator: string, fields: string): string =>
  `<div style="min-height:22px">${words}</div><div id="original-content"><div><br></div><div><br></div><div style="font-size:70%;padding:2px 0;">${separator}</div><div style="font-size:70%;background:#f0f0f0;padding:8px;">${header(
    fields,
  )
    .map((field) => `<div>${escaped(field).replace(/^([^:：]+[:：])/u, '<b>$1</b>&nbsp;')}</div>`)
    .join('')}</div><br><div>${old}</div></div>`;

export const foxmail = (words: string, fields: string): string =>
  `<html><head><style>body { line-height: 1.5; }</style></head><body><div>${words}</div><hr style="width: 210px; height: 1px;" color="#b5c4df" size="1" align="left"><blockquote style="margin-Top: 0px; margin-Bottom: 0px; margin-Left: 0.5em"><div>&nbsp;</div><div style="border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0cm 0cm 0cm"><div style="background:#efefef">${header(
    fields,
  )
    .map((field) => `<div>${bold(escaped(field))}</div>`)
    .join('')}</div></div><div>${old}</div></blockquote></body></html>`;

export const yandex = (words: string, attribution: string): string =>
  `<div>${words}</div><div>&nbsp;</div><div>${escaped(attribution)}</div><blockquote><div>${old}</div></blockquote>`;

export const mailRu = (words: string, attribution: string): string =>
  `<HTML><BODY><div>${words}</div><blockquote style="border-left:1px solid #0857A6; margin:10px; padding:0 0 0 10px;">${escaped(attribution)}<br>&nbsp;<div id="">${old}</div></blockquote></BODY></HTML>`;

export const thunderbird = (words: string, attribution: string, quote = old, below = ''): string =>
  `<!DOCTYPE html><html><head></head><body>${words}<div class="moz-cite-prefix">${escaped(attribution)}<br></div><blockquote type="cite" cite="mid:1@example.com"><p>${quote}</p></blockquote>${below}</body></html>`;

export const samsung = (words: string, signature: string, separator: string, fields: string): string =>
  `<html><body><div dir="auto">${words}</div><div dir="auto"><br></div><div id="composer_signature" dir="auto"><div style="font-size:12px;color:#575757">${signature}</div></div><div dir="auto"><br></div><div><br></div><div align="left" dir="auto" style="font-size:100%;color:#000000"><div>${separator}</div><div>${header(fields).map(escaped).join(' </div><div>')} </div><div><br></div></div>${old}</body></html>`;

export const orange = (words: string, fields: string): string =>
  `<p style="font-size:12pt">${words}</p><blockquote style="border-left: #ff0000 2px solid;">${header(fields).map(escaped).join('<br />')}<br /><br />${old}</blockquote>`;

export const alibaba = (words: string, fields: string): string =>
  `<div class="__aliyun_email_body_block"><div style="font-family: Tahoma">${words}</div><blockquote style="margin-right:0"><div style="font-family: Tahoma">------------------------------------------------------------------</div>${header(
    fields,
  )
    .map((field) => `<div>${escaped(field)}</div>`)
    .join('')}<div><br></div>${old}</blockquote></div>`;
