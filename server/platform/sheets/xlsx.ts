/**
 * A workbook of one sheet, written while its rows are read: a few thousand rows are in memory, whatever the sheet has.
 * Texts are told to be texts, so that no spreadsheet takes one for a formula.
 */
import { setImmediate as othersFirst } from 'node:timers/promises'
import { Zip, ZipDeflate } from 'fflate'
import { cellText, type Sheet, type SheetCell, type SheetRow } from '#domain/basics/sheet.ts'

export async function* xlsxOf({ name, titles, rows }: Sheet): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    failure ??= error
    written.push(chunk)
  })
  const taken = (): Uint8Array => {
    if (failure) throw failure
    return Buffer.concat(written.splice(0))
  }
  for (const [path, text] of Object.entries(partsAround(name))) {
    const part = new ZipDeflate(path)
    zip.add(part)
    part.push(bytes.encode(text), true)
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 2 })
  zip.add(sheet)
  let line = 1
  sheet.push(bytes.encode(sheetHead + rowXml(titles, line, true)))
  for await (const part of rows) {
    for (let from = 0; from < part.length; from += atOnce) {
      sheet.push(
        bytes.encode(
          part
            .slice(from, from + atOnce)
            .map((row) => rowXml(row, ++line))
            .join(''),
        ),
      )
      // packing takes the processor from everybody: others have their turn in between
      await othersFirst()
    }
    const chunk = taken()
    if (chunk.length > 0) yield chunk
  }
  sheet.push(bytes.encode('</sheetData></worksheet>'), true)
  zip.end()
  yield taken()
}

const bytes = new TextEncoder()
const atOnce = 200

const rowXml = (row: SheetRow, line: number, isHead = false): string =>
  `<row r="${line}">${row.map((cell, at) => cellXml(cell, `${columnName(at)}${line}`, isHead)).join('')}</row>`

function cellXml(cell: SheetCell, place: string, isHead: boolean): string {
  if (typeof cell === 'number' && Number.isFinite(cell)) return `<c r="${place}"><v>${cell}</v></c>`
  const text = typeof cell === 'number' ? String(cell) : cellText(cell)
  if (text === '') return ''
  const style = isHead ? ' s="1"' : ''
  return `<c r="${place}" t="inlineStr"${style}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

/** 0 is A, 26 is AA. */
const columnName = (at: number): string =>
  (at >= 26 ? columnName(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))

/** What XML 1.0 cannot say is left out. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, (letter) => (/[\t\n\r]/.test(letter) ? letter : ''))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const ofSheets = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const ofPackages = 'http://schemas.openxmlformats.org/package/2006'
const ofOffice = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const typesOfSheets = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Its head stays while the rest is scrolled. */
const sheetHead = `${declaration}<worksheet xmlns="${ofSheets}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`

const partsAround = (name: string): Record<string, string> => ({
  '[Content_Types].xml': `${declaration}<Types xmlns="${ofPackages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${typesOfSheets}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${typesOfSheets}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${typesOfSheets}.styles+xml"/></Types>`,
  '_rels/.rels': `${declaration}<Relationships xmlns="${ofPackages}/relationships"><Relationship Id="rId1" Type="${ofOffice}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${ofPackages}/relationships"><Relationship Id="rId1" Type="${ofOffice}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${ofOffice}/styles" Target="styles.xml"/></Relationships>`,
  'xl/workbook.xml': `${declaration}<workbook xmlns="${ofSheets}" xmlns:r="${ofOffice}"><sheets><sheet name="${sheetName(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/styles.xml': `${declaration}<styleSheet xmlns="${ofSheets}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
})

/** A spreadsheet takes 31 letters, and not all of them. */
const sheetName = (name: string): string => escaped(name.replace(/[\\/*?:[\]"]/g, ' ').slice(0, 31))
