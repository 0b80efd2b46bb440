# ---- printing -----------------------------------------------------------------------------------------------------------

# A record as JSON, in ASCII, numbers with all their digits.
json <- function(x) {
  if (is.list(x)) {
    inner <- vapply(x, json, "")
    if (is.null(names(x))) return(paste0("[", paste(inner, collapse = ", "), "]"))
    return(paste0("{", paste0(vapply(names(x), json, ""), ": ", inner, collapse = ", "), "}"))
  }
  if (is.character(x)) return(json_text(x))
  x <- as.numeric(x)
  if (!is.finite(x)) stop("a number that is not finite")
  formatC(x, digits = 17, format = "g", width = 1)
}

json_text <- function(x) {
  code <- utf8ToInt(enc2utf8(x))
  one <- vapply(code, function(k) {
    if (k >= 65536) return(sprintf("\\u%04x\\u%04x", 55296 + (k - 65536) %/% 1024, 56320 + (k - 65536) %% 1024))
    if (k < 32 || k > 126 || k == 34 || k == 92) sprintf("\\u%04x", k) else intToUtf8(k)
  }, "")
  paste0("\"", paste(one, collapse = ""), "\"")
}

failed <- FALSE

answer <- function(name, claim, run, on_holdout = NULL) {
  record <- tryCatch({
    record <- run()
    if (!is.null(on_holdout)) record$holdout <- on_holdout()
    record
  }, error = function(e) { # the others still run
    failed <<- TRUE
    list(status = "failed", message = conditionMessage(e))
  })
  cat(json(c(list(name = name, claim = claim), record)), "\n", sep = "")
}
