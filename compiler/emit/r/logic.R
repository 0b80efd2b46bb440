# ---- conditions and derived variables -----------------------------------------------------------------------------------
#
# R's own logic is the language's: an operation on NA is NA, & and | follow Kleene's tables, and a row is kept only where its
# condition is TRUE.

# A binary variable as a number: 0 for its reference level, 1 for the other, of the levels that some row has.
binary <- function(factor) {
  seen <- sort(unique(factor$codes[factor$present]))
  if (length(seen) > 2) stop(factor$name, ": a binary variable with ", length(seen), " levels")
  other <- -1
  if (length(seen) == 2) other <- if (seen[2] %in% factor$reference) seen[1] else seen[2]
  if (length(seen) == 1 && !is.na(factor$reference) && seen != factor$reference) other <- seen
  list(name = factor$name, values = ifelse(factor$present, as.numeric(factor$codes == other), NA), present = factor$present)
}

# What is no finite number (1/0, the log of 0, an overflow) is missing.
finite <- function(x) suppressWarnings(ifelse(is.finite(x), x, NA))

one_of <- function(x, ...) ifelse(is.na(x), NA, x %in% c(...))

between <- function(x, low, high) low <= x & x <= high

has_level <- function(factor, ...) {
  wanted <- vapply(c(...), function(code) find_level(factor, code), 0L)
  ifelse(factor$present, factor$codes %in% wanted[!is.na(wanted)], NA)
}

missing_in <- function(x) if (is.list(x)) !x$present else is.na(x)

choose_by <- function(condition, yes, no) ifelse(condition, yes, no)

# A computed variable as cells, so that it is read by the same rules as a column of the data.
computed <- function(table, x) {
  x <- rep_len(as.numeric(x), table$size)
  list(text = rep("", length(x)), number = x, blank = is.na(x))
}
