// Beside its user, where the build looks for the programs that it runs.
import '@telemon/platform/spreadsheets/spreadsheet-program';
